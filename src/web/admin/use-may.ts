import { useRouteLoaderData } from 'react-router'
import { may, type UseCase } from '#domain/roles.ts'
import type { loader } from '#web/admin/admin-layout.tsx'
import { panelId } from '#web/shop-facts.ts'

/** Whether the reader's role has a use case: a button that the verb would refuse is not shown. */
export function useMay(): (useCase: UseCase) => boolean {
  const role = useRouteLoaderData<typeof loader>(panelId)?.role ?? null
  return (useCase) => may({ role }, useCase)
}
