// Pinocchio from C++: nanoseconds a call on samples of random motion, the best of several rounds.
//
//   peer_pinocchio MODEL SAMPLES ROUNDS CALLS FUNCTION
//
// MODEL: see peer_model.hpp. SAMPLES: how many, then q, qd, qdd of each. The input of every call differs from that of the call before.
// Written: a line "FUNCTION nanoseconds", and "result" with the joint forces of the first sample.
#include "peer_model.hpp"
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <chrono>
#include <cstdio>
#include <limits>
#include <vector>

template<typename Call>
static double best(int rounds, int calls, std::size_t samples, Call call)
{
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        std::size_t k = 0;
        for (int i = 0; i < calls; ++i) {
            call(k);
            if (++k == samples) k = 0;
        }
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
        least = std::min(least, spent.count() / calls);
    }
    return least;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        std::fprintf(stderr, "peer_pinocchio MODEL SAMPLES ROUNDS CALLS FUNCTION\n");
        return 1;
    }
    const pin::Model model = read_model(argv[1]);
    pin::Data data(model);
    std::ifstream in(argv[2]);
    const std::size_t samples = static_cast<std::size_t>(next(in));
    std::vector<Eigen::VectorXd> q(samples, Eigen::VectorXd(model.nv)), v = q, a = q;
    for (std::size_t k = 0; k < samples; ++k)
        for (auto *x : {&q[k], &v[k], &a[k]})
            for (int i = 0; i < model.nv; ++i) (*x)[i] = next(in);
    const auto last = static_cast<pin::JointIndex>(model.njoints - 1);
    pin::Data::Matrix6x J(6, model.nv);
    J.setZero();

    pin::rnea(model, data, q[0], v[0], a[0]);
    std::printf("result");
    for (int i = 0; i < model.nv; ++i) std::printf(" %.17g", data.tau[i]);
    std::printf("\n");

    const std::string name = argv[5];
    const auto run = [&](auto call) {
        std::printf("%s %.3f\n", name.c_str(), best(std::atoi(argv[3]), std::atoi(argv[4]), samples, call));
        return 0;
    };
    if (name == "rnea") return run([&](std::size_t k) { pin::rnea(model, data, q[k], v[k], a[k]); });
    if (name == "crba") return run([&](std::size_t k) { pin::crba(model, data, q[k]); });
    if (name == "aba") return run([&](std::size_t k) { pin::aba(model, data, q[k], v[k], a[k]); });
    if (name == "computeGeneralizedGravity") return run([&](std::size_t k) { pin::computeGeneralizedGravity(model, data, q[k]); });
    if (name == "computeRNEADerivatives")
        return run([&](std::size_t k) { pin::computeRNEADerivatives(model, data, q[k], v[k], a[k]); });
    if (name == "crba+computeCoriolisMatrix+computeGeneralizedGravity")
        return run([&](std::size_t k) {
            pin::crba(model, data, q[k]);
            pin::computeCoriolisMatrix(model, data, q[k], v[k]);
            pin::computeGeneralizedGravity(model, data, q[k]);
        });
    if (name == "forwardKinematics") return run([&](std::size_t k) { pin::forwardKinematics(model, data, q[k]); });
    if (name == "computeJointJacobian")
        return run([&](std::size_t k) { pin::computeJointJacobian(model, data, q[k], last, J); });
    std::fprintf(stderr, "unknown function %s\n", name.c_str());
    return 1;
}
