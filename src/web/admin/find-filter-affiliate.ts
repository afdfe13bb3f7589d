import { isProblem } from '#domain/problem.ts'
import { getProfile } from '#features/people/get-profile.ts'
import type { FilterAffiliate } from '#web/admin/affiliate-filter.tsx'
import type { AdminContext } from '#web/admin/as-admin.ts'

/** The affiliate that a list is filtered by, or null; a deleted account has no name. Server only. */
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
