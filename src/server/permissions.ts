import type { Hono, MiddlewareHandler } from 'hono'
import type { Actor, Context } from '#core/context.ts'
import { Problem, type ProblemCode } from '#domain/problem.ts'
import { may, type StaffRole, type UseCase } from '#domain/roles.ts'

/**
 * The kinds of callers. `key` has the key of the order in question, `otherKey` that of another one; `owner`, who placed it, and those after are signed in.
 * `admin` owns the shop.
 */
export const callers = {
  anonymous: 'Anonymous',
  otherKey: "Another order's key",
  key: "The order's key",
  owner: "The row's own user",
  other: 'Other user',
  affiliate: 'Affiliate',
  admin: 'Shop owner',
  manager: 'Manager',
  packer: 'Packer',
  content: 'Content',
} as const
export type Caller = keyof typeof callers

/** Allowed; allowed for the caller's own rows; an empty list; or refused with a status, which is the same whether the row exists or not. */
export type Verdict = 'yes' | 'own' | 'empty' | 401 | 403 | 404 | 409
export type Permission = Record<Caller, Verdict>

/** Who may call a route, which its declaration says (`addRoute`). */
export interface Access {
  who: Permission
  /** Where the body or the query decides who may: what it holds, and who may call it then. */
  whoWith?: Record<string, Permission> | undefined
  /** The token of a letter may come in place of a session: the verb reads it. */
  takesToken?: true | undefined
}

type Columns = [anonymous: Verdict, otherKey: Verdict, key: Verdict, owner: Verdict, other: Verdict, affiliate: Verdict, admin: Verdict]

/** A role that has the use case may what the owner of the shop may, by domain/roles.ts; without it, it is like any other user. */
export const permission = (useCase: UseCase | null, ...[anonymous, otherKey, key, owner, other, affiliate, admin]: Columns): Permission => {
  const of = (role: StaffRole) => (useCase !== null && may({ role }, useCase) ? admin : other)
  return { anonymous, otherKey, key, owner, other, affiliate, admin, manager: of('manager'), packer: of('packer'), content: of('content') }
}

export const everybody = permission(null, 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes')
export const staff = (useCase: UseCase) => permission(useCase, 401, 401, 401, 403, 403, 403, 'yes')
/** Every signed-in caller, about their own account. */
export const people = permission(null, 401, 401, 401, 'yes', 'yes', 'yes', 'yes')
/** Every signed-in caller, for their own rows. */
export const ownRows = permission('pay_affiliates', 401, 401, 401, 'own', 'own', 'own', 'yes')
/** Callers with access to the order; all others get 404. */
export const holders = permission('see_orders', 404, 404, 'yes', 'yes', 404, 404, 'yes')

/** How a route for admins refuses everybody else. */
export const adminRefusals = ['signed_out', 'forbidden', 'second_factor_needed'] as const

/** How a route refuses those who may make no call of it, where it does; what it refuses others with is said by its declaration. */
export function refusalsOf(who: Permission, path: string): ProblemCode[] {
  if (who.anonymous !== 401) return []
  if (who.affiliate === 403) return [...adminRefusals]
  return [path.startsWith('/auth/') ? 'session_missing' : 'signed_out']
}

interface Guard extends MiddlewareHandler<{ Variables: { ctx: Context } }> {
  access: Access
}

/** Refuses a caller who may make no call of a route before its body is read: what is wrong with a body is told to those who may send one. */
export function guardOf(access: Access, path: string): Guard {
  const rows = [access.who, ...Object.values(access.whoWith ?? {})]
  // What M-Pesa calls is open, and has no actor.
  const isOpen = rows.includes(everybody)
  const guard: Guard = async (c, next) => {
    const bearsToken = access.takesToken && c.req.header('authorization') !== undefined
    const refusal = isOpen || bearsToken ? null : refusalOf(rows, path, c.var.ctx.actor)
    if (refusal) throw new Problem(refusal)
    await next()
  }
  guard.access = access
  return guard
}

/**
 * Why this caller may make no call of the route, whatever it says; null for a caller who may make some, which its verb decides. The signed-in may have rows of
 * their own and may be affiliates.
 */
function refusalOf(rows: Permission[], path: string, { userId, role, lacksSecondFactor, orderKey, opened }: Actor): ProblemCode | null {
  const holders: Caller[] = orderKey !== null || opened.length > 0 ? ['key'] : ['anonymous']
  const people: Caller[] = userId === null ? [] : ['owner', 'other', 'affiliate']
  const as = [...holders, ...people, ...(role === null ? [] : [role === 'owner' ? ('admin' as const) : role])]
  if (rows.some((permission) => as.some((caller) => permission[caller] !== 401 && permission[caller] !== 403))) return null
  if (userId === null) return path.startsWith('/auth/') ? 'session_missing' : 'signed_out'
  return lacksSecondFactor ? 'second_factor_needed' : 'forbidden'
}

/**
 * The permission matrix of an API: name of a row -> who may. The verbs enforce it (`requireUser` and `requirePermission` in core/context.ts, `readOrder`), a test
 * checks all of it (permissions.test.ts), and docs/generated/permissions.md and the API's document are made of it. Pages of the admin panel have a guard of their own:
 * `asAdmin` (web/admin/panel-requests.ts).
 */
export type Matrix = Record<string, Permission>

/** The rows of the routes, in their order. */
export function matrixOf({ routes }: Pick<Hono, 'routes'>): Matrix {
  const guarded = routes.flatMap(({ method, path, handler }) => ('access' in handler ? [{ method, path, ...(handler as Guard).access }] : []))
  return Object.fromEntries(
    guarded.flatMap(({ method, path, who, whoWith = {} }) => {
      const route = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
      return [[route, who], ...Object.entries(whoWith).map(([what, permission]) => [`${route} with ${what}`, permission])]
    }),
  )
}

/** The rows of a route; one whose body decides who may call it has several. */
export function permissionsIn(matrix: Matrix, route: string): { name: string; permission: Permission }[] {
  return Object.entries(matrix)
    .filter(([name]) => name === route || name.startsWith(`${route} with `))
    .map(([name, permission]) => ({ name, permission }))
}
