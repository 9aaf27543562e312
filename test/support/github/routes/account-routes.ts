import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { userShape } from "../shapes/user-shape.ts";

/** Whose token it is. */
export const accountRoutes = [
  route("GET", "/user", { permissions: [], signedIn: true }, ({ state, actor }) => {
    if (actor.kind === "anonymous") throw refusal(401, "Requires authentication");
    if (actor.kind === "installation") throw refusal(403, "Resource not accessible by integration");
    return { status: 200, json: userShape(state, actor.login) };
  }),
];
