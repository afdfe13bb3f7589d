import { withClient } from '#db/with-client.ts'

/**
 * Runs VACUUM ANALYZE as the owner after bulk loading, so that the planner knows the new rows; autovacuum would do so only minutes later. Empty tables are left
 * out: once counted as empty, they would be read whole by every statement that a connection has prepared, however many orders come.
 */
export async function vacuum(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, 'viatu-vacuum', async (client) => {
    const { rows } = await client.query<{ tables: string | null }>(`
      select string_agg(oid::regclass::text, ', ') as tables from pg_class where relkind = 'r' and pg_relation_size(oid) > 0 and relnamespace <> 'pg_catalog'::regnamespace`)
    if (rows[0]?.tables) await client.query(`vacuum (analyze) ${rows[0].tables}`)
  })
}
