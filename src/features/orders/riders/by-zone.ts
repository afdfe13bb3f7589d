import { sql } from 'drizzle-orm'

/** SQL: the zone of the order `o` as it is now, beside what the order was promised: zones may be renamed, and put in another order. */
export const itsZone = sql`left join delivery_zones z on lower(z.name) = lower(o.delivery_zone)`

/** SQL: the order of a round, zone by zone, then by place. Orders from before there were zones come last. */
export const byZone = sql`z.position nulls last, o.delivery_zone nulls last, o.delivery_place nulls last`
