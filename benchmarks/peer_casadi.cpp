// Write C of rigid and elastic inverse dynamics: Pinocchio's templates on casadi::SX, differentiated and printed by CasADi.
//
//   peer_casadi MODEL DRIVES        (into the current folder)
//
// MODEL: see peer_model.hpp. DRIVES is a text: reflected rotor inertia and stiffness of each joint.
// The functions have one input, q and its derivatives in a row, and one output: `rnea` the joint torque from q, qd, qdd; `tau_m` the
// motor torque from q to its fourth derivative. Spong's model with springs K and reflected rotor inertias B:
//
//   tau_m = tau + B (qdd + K^-1 d2tau/dt2)
//
// Written: NAME.c, NAME.h, and a line "NAME operations", without inputs, constants and outputs, after CasADi's elimination of common
// subexpressions.
#include <pinocchio/autodiff/casadi.hpp>

#include "peer_model.hpp"
#include <pinocchio/algorithm/rnea.hpp>

#include <vector>

using casadi::Function;
using casadi::Slice;
using casadi::SX;

static SX rnea(const pin::Model &numbers, const std::vector<SX> &q)
{
    const pin::ModelTpl<SX> model = numbers.cast<SX>();
    pin::DataTpl<SX> data(model);
    Eigen::Matrix<SX, Eigen::Dynamic, 1> x[3];
    for (int k = 0; k < 3; ++k) {
        x[k].resize(model.nv);
        for (int i = 0; i < model.nv; ++i) x[k][i] = q[k](i);
    }
    pin::rnea(model, data, x[0], x[1], x[2]);
    SX tau(model.nv, 1);
    for (int i = 0; i < model.nv; ++i) tau(i) = data.tau[i];
    return tau;
}

// Derivative of f(q, ..., its derivative of order `highest`) by one forward sweep along the motion. A sweep for each of q, qd, ... and
// the sum of all is what one writes first; tau_m then takes 12,063 operations instead of 4,581.
static SX time_derivative(const SX &f, const std::vector<SX> &q, int highest)
{
    const std::vector<SX> at(q.begin(), q.begin() + highest + 1), rate(q.begin() + 1, q.begin() + highest + 2);
    return SX::jtimes(f, SX::vertcat(at), SX::vertcat(rate));
}

static void write(const std::string &name, const std::vector<SX> &q, const SX &result)
{
    const Function f(name, std::vector<SX>{SX::vertcat(q)}, std::vector<SX>{result}, casadi::Dict{{"cse", true}});
    int operations = 0;
    for (casadi_int k = 0; k < f.n_instructions(); ++k) {
        const casadi_int op = f.instruction_id(k);
        operations += op != casadi::OP_CONST && op != casadi::OP_INPUT && op != casadi::OP_OUTPUT;
    }
    f.generate(name + ".c", casadi::Dict{{"with_header", true}});
    std::printf("%s %d\n", name.c_str(), operations);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "peer_casadi MODEL DRIVES\n");
        return 1;
    }
    const pin::Model model = read_model(argv[1]);
    std::ifstream in(argv[2]);
    SX B(model.nv, 1), K(model.nv, 1);
    for (int i = 0; i < model.nv; ++i) {
        B(i) = next(in);
        K(i) = next(in);
    }
    std::vector<SX> q;
    for (const char *name : {"q", "qd", "qdd", "q3", "q4"}) q.push_back(SX::sym(name, model.nv));
    const SX tau = rnea(model, q), rate = time_derivative(tau, q, 2), acceleration = time_derivative(rate, q, 3);
    write("rnea", {q[0], q[1], q[2]}, tau);
    write("tau_m", q, tau + B * (q[2] + acceleration / K));
    return 0;
}
