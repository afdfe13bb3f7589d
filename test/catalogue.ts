import type pg from 'pg'

/** What belongs to the database itself or to an extension is no part of the schema. */
const ours = (oid: string, catalogue: string, namespace: string) =>
  `${namespace} in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    and not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`
const grants = (acl: string, kind: string, owner: string) =>
  `(select string_agg(g, ' ' order by g) from unnest(coalesce(${acl}, acldefault('${kind}', ${owner}))::text[]) g)`
const comment = (oid: string, catalogue: string) => `obj_description(${oid}, '${catalogue}')`

/** Kind -> the query whose rows, written out, are all that the catalogue has of it. Nothing in it depends on the order in which things were made. */
const queries: Record<string, string> = {
  extension: `select extname, extversion, extnamespace::regnamespace as schema from pg_extension`,
  schema: `select nspname, nspowner::regrole as owner, ${grants('nspacl', 'n', 'nspowner')} as grants, ${comment('oid', 'pg_namespace')} as comment
    from pg_namespace where nspname !~ '^pg_(toast|temp)' and nspname not in ('pg_catalog', 'information_schema')`,
  relation: `select oid::regclass::text as name, relkind, relpersistence, relowner::regrole as owner, relreplident, relrowsecurity, relforcerowsecurity, reloptions,
      ${grants('relacl', 'r', 'relowner')} as grants, ${comment('c.oid', 'pg_class')} as comment
    from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c') and ${ours('c.oid', 'pg_class', 'relnamespace')}`,
  column: `select attrelid::regclass::text as relation, attname, format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attgenerated, attstattarget, attstorage,
      attcompression, attcollation::regcollation as collation, attacl::text[] as grants, pg_get_expr(d.adbin, d.adrelid) as value, col_description(attrelid, attnum) as comment
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${ours('c.oid', 'pg_class', 'relnamespace')}`,
  constraint: `select conrelid::regclass::text as relation, conname, contype, pg_get_constraintdef(oid) as definition, condeferrable, condeferred, convalidated, conenforced,
      ${comment('c.oid', 'pg_constraint')} as comment
    from pg_constraint c where ${ours('c.oid', 'pg_constraint', 'connamespace')}`,
  index: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisvalid, indisclustered, indisreplident, indisunique, indimmediate,
      ${comment('indexrelid', 'pg_class')} as comment
    from pg_index i join pg_class c on c.oid = indexrelid where ${ours('c.oid', 'pg_class', 'relnamespace')}`,
  view: `select c.oid::regclass::text as name, pg_get_viewdef(c.oid) as definition from pg_class c where relkind in ('v', 'm') and ${ours('c.oid', 'pg_class', 'relnamespace')}`,
  sequence: `select c.oid::regclass::text as name, s.seqtypid::regtype as type, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle,
      (select concat_ws(' ', d.refobjid::regclass, a.attname, d.deptype) from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')) as owned_by
    from pg_sequence s join pg_class c on c.oid = seqrelid where ${ours('c.oid', 'pg_class', 'relnamespace')}`,
  function: `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition, proowner::regrole as owner, ${grants('proacl', 'f', 'proowner')} as grants,
      ${comment('p.oid', 'pg_proc')} as comment
    from pg_proc p where prokind in ('f', 'p') and ${ours('p.oid', 'pg_proc', 'pronamespace')}`,
  trigger: `select tgrelid::regclass::text as relation, tgname, pg_get_triggerdef(t.oid) as definition, tgenabled, ${comment('t.oid', 'pg_trigger')} as comment
    from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and ${ours('c.oid', 'pg_class', 'relnamespace')}`,
  type: `select t.oid::regtype::text as name, typtype, typowner::regrole as owner, ${grants('typacl', 'T', 'typowner')} as grants
    from pg_type t where typtype in ('c', 'd', 'e', 'r', 'm') and ${ours('t.oid', 'pg_type', 'typnamespace')}`,
  policy: `select * from pg_policies`,
  rule: `select * from pg_rules where schemaname not in ('pg_catalog', 'information_schema')`,
  statistics: `select pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext`,
  'event trigger': `select evtname, evtevent, evtfoid::regproc as function, evtenabled, evttags from pg_event_trigger`,
  'default privilege': `select defaclrole::regrole as role, defaclnamespace::regnamespace as schema, defaclobjtype, defaclacl::text[] as grants from pg_default_acl`,
  publication: `select pubname from pg_publication`,
  setting: `select setrole::regrole as role, setconfig from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`,
}

/** All that a database's catalogue says of its schema, a line each, in order; but for the order of columns. */
export async function catalogueOf(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  // So that names are written out with their schema.
  await client.query(`set search_path = pg_catalog`)
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await client.query(`select row_to_json(each)::text as line from (${query}) each order by 1`)
    lines.push(...rows.map((row) => `${kind} ${row.line}`))
  }
  await client.query(`reset search_path`)
  return lines
}
