/** SQL: every table that an export brings over, with a digest of its rows; and every sequence. */
export const contents = `
  select table_schema || '.' || table_name as name, md5((xpath('/table', query_to_xml(format('select * from %I.%I t order by t::text', table_schema, table_name), true, false, '')))[1]::text) as rows
  from information_schema.tables where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' and table_name not in ('schema_migrations', 'rate_limits', 'changes')
  union all select schemaname || '.' || sequencename, last_value::text from pg_sequences where schemaname in ('public', 'auth') order by 1`
