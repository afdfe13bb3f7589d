import { Hono } from 'hono';
import type { Control } from './control.ts';
/** The control functions over HTTP, JSON in and out (README). */
export declare function createControlRoutes(control: Control): Hono<import("hono/types").BlankEnv, import("hono/types").BlankSchema, "/">;
