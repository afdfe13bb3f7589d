import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** Columns of text that stay as they are, and why: the shop itself writes them, or they are not text for people. All others are planted, also those that are new. */
const leftAlone: [RegExp, string][] = [
  [/^auth\.(?!users\.name|sessions\.user_agent)/, 'hashes, tokens, and addresses that people sign in with'],
  [
    /^public\.(schema_migrations|job_runs|mpesa_token|rate_limits|changes|transitions|idempotency_keys|affiliate_debt_hashes|affiliate_phones)\./,
    'the shop’s own',
  ],
  [
    /^public\.(search_synonyms|search_vocabulary|daily_stats|stored_files|ranking_snapshots|order_drafts|carts)\./,
    'words and keys of the shop, never shown as typed',
  ],
  [/^public\.data_snapshots?(_rows)?\./, 'downloaded as JSON'],
  [/^public\.messages\.(html|kind|to_address)$/, 'a letter as the shop wrote it: planted names come into it by the job that writes letters'],
  [/^public\.order_items\.image_url$/, 'the shop copies it from product_images, whose constraint refuses what is no address of a file'],
  [/^public\.order_events\.(from|to)_status$/, 'names of statuses'],
  [/^public\.notices\./, 'which letters and SMS are due'],
  [/^public\.ads\.embed_code$/, 'the code of an ad network, which runs in a frame of its own (docs/decisions/0023)'],
  [/^public\.audit_log\.(action|table_name|row_id)$/, 'names of what the program did'],
]

export interface Planted {
  /** Columns that took the text in at least one row. */
  fields: string[]
  /** Columns whose constraints refused it. */
  refused: string[]
}

/** Columns of text that a person's words may stand in. */
export async function plantableColumns(db: Database): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string; type: string }>(sql`
    select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'auth') and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb', 'ARRAY')
      and c.is_generated = 'NEVER' and c.is_identity = 'NO' order by 1, 2`)
  return rows.filter(({ table, column }) => !leftAlone.some(([pattern]) => pattern.test(`${table}.${column}`)))
}

/**
 * Writes one of `texts` into every column of text, in every row: the n-th column takes the (n + round)-th text, so that after as many rounds as there are texts
 * each column had each. What a trigger keeps people from rewriting is planted as if it had been written so; what a constraint refuses stays as it was.
 */
export async function plant(db: Database, texts: string[], round: number): Promise<Planted> {
  await db.execute(sql.raw(plantFunction))
  const planted: Planted = { fields: [], refused: [] }
  for (const [place, { table, column, type }] of (await plantableColumns(db)).entries()) {
    const text = texts[(place + round) % texts.length] as string
    const { rows } = await db.execute<{ planted: number; refused: number }>(
      sql`select * from plant_text(${table}, ${column}, ${type}, ${text}, ${`//r${round}.`})`,
    )
    const [{ planted: taken, refused } = { planted: 0, refused: 0 }] = rows
    if (taken > 0) planted.fields.push(`${table}.${column}`)
    else if (refused > 0) planted.refused.push(`${table}.${column}`)
  }
  return planted
}

const plantFunction = `
create or replace function plant_text(tab text, col text, kind text, words text, mark text, out planted integer, out refused integer) language plpgsql as $$
declare
  place record;
  made text;
begin
  planted := 0;
  refused := 0;
  for place in execute format('select ctid, row_number() over () as n from %s order by ctid limit 300', tab) loop
    made := words || mark || place.n;
    begin
      planted := planted + plant_at(tab, col, kind, made, place.ctid);
    exception
      when check_violation or raise_exception then
        perform set_config('session_replication_role', 'replica', true);
        begin
          planted := planted + plant_at(tab, col, kind, made, place.ctid);
        exception when others then
          refused := refused + 1;
        end;
        perform set_config('session_replication_role', 'origin', true);
      when others then
        refused := refused + 1;
    end;
  end loop;
end $$;
create or replace function plant_at(tab text, col text, kind text, made text, place tid) returns integer language plpgsql as $$
declare
  changed integer;
begin
  execute case kind
    when 'jsonb' then format('update %s set %I = jsonb_build_object(''full_name'', $1::text) where ctid = $2', tab, col)
    when 'ARRAY' then format('update %s set %I = array[$1::text] where ctid = $2', tab, col)
    else format('update %s set %I = $1 where ctid = $2', tab, col) end using made, place;
  get diagnostics changed = row_count;
  return changed;
end $$`
