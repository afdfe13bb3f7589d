import { type Context, requirePermission } from '#core/context.ts'
import type { UseCase } from '#domain/roles.ts'

/** A verb that this use case opens: it refuses everybody else before it looks at what was sent. `may` says which one to those who list verbs. */
export function permitted<Sent extends unknown[], Answer>(may: UseCase, verb: (ctx: Context, ...sent: Sent) => Promise<Answer>) {
  const asked = async (ctx: Context, ...sent: Sent): Promise<Answer> => {
    requirePermission(ctx, may)
    return verb(ctx, ...sent)
  }
  return Object.assign(asked, { may })
}
