import pg from 'pg'

/** Runs VACUUM ANALYZE as the owner after bulk loading, so that the planner knows the new rows; autovacuum would do so only minutes later. */
export async function vacuum(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'viatu-vacuum' })
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
