#pragma once
#define PLUGINLIB_EXPORT_CLASS(made, base) static_assert(sizeof(made) >= sizeof(base), "");
