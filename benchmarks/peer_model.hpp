// Read a robot as a Pinocchio model, from a text: gravity, then for each joint its parent (0 is the base), 1 if it is prismatic, its
// axis, its placement (rotation by rows, origin), mass, centre of mass, and inertia about it (xx xy yy xz yz zz).
#pragma once
#include <pinocchio/multibody.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace pin = pinocchio;

static double next(std::istream &in)
{
    std::string word; // strtod reads hexadecimal floats, which lose no digit
    if (!(in >> word)) { std::fprintf(stderr, "the file is too short\n"); std::exit(1); }
    return std::strtod(word.c_str(), nullptr);
}

static pin::JointModel joint(bool prismatic, const Eigen::Vector3d &axis)
{
    if (axis == Eigen::Vector3d::UnitX()) return prismatic ? pin::JointModel(pin::JointModelPX()) : pin::JointModelRX();
    if (axis == Eigen::Vector3d::UnitY()) return prismatic ? pin::JointModel(pin::JointModelPY()) : pin::JointModelRY();
    if (axis == Eigen::Vector3d::UnitZ()) return prismatic ? pin::JointModel(pin::JointModelPZ()) : pin::JointModelRZ();
    if (prismatic) return pin::JointModelPrismaticUnaligned(axis);
    return pin::JointModelRevoluteUnaligned(axis);
}

static pin::Model read_model(const char *path)
{
    std::ifstream in(path);
    pin::Model model;
    for (int i = 0; i < 3; ++i) model.gravity.linear()[i] = next(in);
    std::size_t parent;
    int prismatic;
    while (in >> parent >> prismatic) {
        Eigen::Matrix3d R;
        Eigen::Vector3d axis, p, com;
        double inertia[6];
        for (int i = 0; i < 3; ++i) axis[i] = next(in);
        for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = next(in);
        for (int i = 0; i < 3; ++i) p[i] = next(in);
        const double mass = next(in);
        for (int i = 0; i < 3; ++i) com[i] = next(in);
        for (double &x : inertia) x = next(in);
        const auto index = model.addJoint(parent, joint(prismatic, axis), pin::SE3(R, p), "joint" + std::to_string(model.njoints));
        const pin::Symmetric3 I(inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]);
        model.appendBodyToJoint(index, pin::Inertia(mass, com, I), pin::SE3::Identity());
    }
    return model;
}
