import { query } from '../../test/query.ts'
import { hash, type Mutant } from './mutants.ts'

/** A constraint, unique index or trigger of the migrated database, left out; its `file` is its table or domain. */
export interface SchemaGuard extends Mutant {
  name: string
  statement: string
}

/** All of them but primary keys and `not null`, without which little could start. */
export async function schemaGuards(ownerUrl: string): Promise<SchemaGuard[]> {
  const rows = await query<{ kind: keyof typeof dropping; table: string; name: string }>(
    ownerUrl,
    `
    select 'constraint' as kind, conrelid::regclass::text as table, conname::text as name from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'u', 'x')
    union all select 'domain', contypid::regtype::text, conname from pg_constraint where connamespace = 'public'::regnamespace and contypid <> 0 and contype = 'c'
    union all select 'trigger', tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal
    union all select 'index', indrelid::regclass::text, c.relname from pg_index join pg_class c on c.oid = indexrelid
      where indisunique and c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
    order by 2, 1, 3`,
  )
  return rows.map(({ kind, table, name }) => ({
    ...{ key: `schema ${table}: ${kind} ${name} → nothing`, file: table, name, scope: -1, start: 0, end: 0, replacement: '' },
    statement: dropping[kind](table, name),
  }))
}

const dropping = {
  constraint: (table: string, name: string) => `alter table ${table} drop constraint ${name}`,
  domain: (domain: string, name: string) => `alter domain ${domain} drop constraint ${name}`,
  index: (_: string, name: string) => `drop index ${name}`,
  trigger: (table: string, name: string) => `drop trigger ${name} on ${table}`,
}

let mutant = 'mutant'

/** Makes a database from the template, with the guard left out, in place of the one before. Answers its name, which is a new one: copies are kept by it (test/kept-databases.ts). */
export async function leaveOut({ key, statement }: SchemaGuard, ownerUrl: (database: string) => string): Promise<string> {
  await query(ownerUrl('postgres'), `drop database if exists ${mutant} with (force)`)
  mutant = `mutant_${hash(key).slice(0, 12)}`
  await query(ownerUrl('postgres'), `create database ${mutant} template viatu strategy file_copy`)
  await query(ownerUrl(mutant), statement)
  return mutant
}
