import { sql } from 'drizzle-orm'
import type { Bulk } from '#db/bulk.ts'
import { affiliateAlphabet, affiliateCodeLength, affiliateCodeOf } from '#domain/referral.ts'
import { madeUpId } from './hash32.ts'

export interface SeedPerson {
  id: string
  name: string
  phone: string
}
export interface SeedPeople {
  affiliates: SeedPerson[]
  /** Non-affiliates: buyers must not use their own link. */
  shoppers: SeedPerson[]
}

const firstNames = [
  'Akinyi',
  'Brian',
  'Cherono',
  'David',
  'Esha',
  'Faith',
  'Grace',
  'Hassan',
  'Irene',
  'Joseph',
  'Kemunto',
  'Linet',
  'Mutua',
  'Naliaka',
]
const lastNames = ['Auma', 'Barasa', 'Chepkoech', 'Gitau', 'Hamisi', 'Kariuki', 'Lagat', 'Muthoni', 'Njoroge', 'Ouma', 'Rotich', 'Simiyu', 'Wafula']
const kind = 0x9e09

/**
 * Made-up accounts, marked as such, which cannot sign in: they have no password, and their addresses end in a reserved domain name. One in
 * `perAffiliate` is an affiliate, and at least one; they joined before the first of `days`.
 */
export async function seedBuyers(
  bulk: Bulk,
  { count, now, days, perAffiliate }: { count: number; now: number; days: number; perAffiliate: number },
): Promise<SeedPeople> {
  const { rows } = await bulk.db.execute<{ last: number }>(sql`
    select coalesce(max(substring(email from '^person-(\\d+)@')::integer), 0) as last from auth.users where email like 'person-%@made-up.example'`)
  const first = (rows[0]?.last ?? 0) + 1
  const people = Array.from({ length: Math.max(2, count) }, (_, index) => personOf(first + index))
  const isAffiliate = (index: number) => index % perAffiliate === 0
  const since = (index: number) => new Date(now - ((days + 35) * 1440 + index) * 60_000).toISOString()
  await bulk.copy(
    'profiles',
    ['id', 'full_name', 'phone', 'address', 'is_affiliate', 'affiliate_code', 'created_at'],
    people.map(({ id, name, phone }, index) => [
      id,
      name,
      phone,
      `House ${1 + (index % 90)}, Nairobi`,
      isAffiliate(index),
      isAffiliate(index) ? codeOf(first + index) : null,
      since(index),
    ]),
  )
  await bulk.copy(
    'auth.users',
    ['id', 'email', 'email_verified', 'created_at', 'updated_at'],
    people.map(({ id }, index) => [id, `person-${first + index}@made-up.example`, true, since(index), since(index)]),
  )
  await bulk.copy(
    'made_up_people',
    ['profile_id'],
    people.map(({ id }) => [id]),
  )
  const affiliates = people.filter((_, index) => isAffiliate(index))
  await bulk.copy(
    'affiliate_phones',
    ['affiliate_id', 'phone'],
    affiliates.map(({ id, phone }) => [id, phone]),
  )
  return { affiliates, shoppers: people.filter((_, index) => !isAffiliate(index)) }
}

function personOf(number: number): SeedPerson {
  const name = `${firstNames[number % firstNames.length]} ${lastNames[number % lastNames.length]}`
  // Numbers of guests' orders begin with 2547.
  return { id: madeUpId(kind, number), name, phone: `2541${String(number).padStart(8, '0')}` }
}

/** A unique code for the number, in the alphabet of affiliate codes. */
function codeOf(number: number): string {
  const letters = affiliateAlphabet.length
  return affiliateCodeOf(
    Array.from({ length: affiliateCodeLength }, (_, place) => Math.floor(number / letters ** (affiliateCodeLength - 1 - place)) % letters),
  )
}
