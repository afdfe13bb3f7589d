import { sql } from 'drizzle-orm'
import type { Actor } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { noReferral } from '#domain/referral.ts'
import type { StaffRole } from '#domain/roles.ts'
import type { Identify } from '#server/visitors.ts'

export interface Person extends Actor {
  userId: string
  full_name: string
  /** Headers that make a request this person's: `headers: wanjiku.headers`. */
  headers: Record<string, string>
}

/** Creates a profile; returns its actor and headers. */
export async function person(
  { db }: { db: Database },
  { full_name = 'Wanjiku Kamau', isAdmin = false, role = (isAdmin ? 'owner' : null) as StaffRole | null, code = null as string | null } = {},
): Promise<Person> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into profiles (full_name, role, is_affiliate, affiliate_code) values (${full_name}, ${role}, ${code !== null}, ${code}) returning id`)
  const actor: Actor & { userId: string } = {
    userId: (rows[0] as { id: string }).id,
    role,
    lacksSecondFactor: false,
    isAffiliate: code !== null,
    sessionId: null,
    orderKey: null,
    opened: [],
    referral: noReferral,
    device: null,
    address: null,
  }
  return { ...actor, full_name, headers: { 'x-test-actor': JSON.stringify(actor) } }
}

/** Authenticates tests by a header that the shop itself does not have; other requests are authenticated by `real` (src/server/visitors.ts). */
export const identifyIn =
  (real: Identify): Identify =>
  async (request, address) => {
    const said = request.headers.get('x-test-actor')
    const found = await real(request, address)
    return said ? { ...found, ...JSON.parse(said), orderKey: found.orderKey, opened: found.opened, referral: found.referral, address } : found
  }
