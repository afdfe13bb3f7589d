import { data } from 'react-router'
import { isProblem, problemStatus } from '#domain/problem.ts'
import { getProfile } from '#features/people/profiles.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import type { FilterAffiliate } from '#web/admin/toolbar.tsx'

/** Loads a row, and throws a 404 response if it does not exist. Server only, as all that is here. */
export async function loadOne<Row>(get: () => Promise<Row>): Promise<Row> {
  try {
    return await get()
  } catch (error) {
    if (!isProblem(error) || problemStatus(error) !== 404) throw error
    throw data(error.message, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
}

/** The affiliate that a list is filtered by, or null; a deleted account has no name. */
export async function findFilterAffiliate(ctx: AdminContext, id: string | undefined): Promise<FilterAffiliate | null> {
  if (!id) return null
  try {
    const { full_name, affiliate_code } = await getProfile(ctx, id)
    return { id, name: [full_name, affiliate_code && `(${affiliate_code})`].filter(Boolean).join(' ') }
  } catch (error) {
    if (isProblem(error)) return { id, name: 'an account that was deleted' }
    throw error
  }
}

/** A response that downloads a CSV file. */
export function csvFile(name: string, body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
