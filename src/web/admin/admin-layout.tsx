import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from 'react-router'
import { readPeriod } from '#domain/period.ts'
import { getStoreFigures } from '#features/store-admin/get-store-figures.ts'
import { findMadeUp } from '#features/store-admin/made-up-history.ts'
import { adminSectionUrl } from '#web/addresses.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { AccessDenied } from '#web/admin/denied.tsx'
import { Missing } from '#web/admin/missing.tsx'
import { PeriodMenu } from '#web/admin/period-menu.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { StatCards } from '#web/admin/stat-cards.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { revalidateAfterConflict } from '#web/forms/form-answer.ts'
import { PendingWords, usePendingTab } from '#web/layout/pending.tsx'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import type { Route } from './+types/admin-layout.ts'
import './admin.css'

/** The header of every section: four figures for the range of days in the address. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const period = readPeriod(args.url.searchParams)
  const [figures, { hasOrders }] = await Promise.all([getStoreFigures(ctx, period), findMadeUp(ctx)])
  return privatePage({ period, figures, hasMadeUp: hasOrders })
}

export const headers = loaderHeaders
export const shouldRevalidate = revalidateAfterConflict

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Admin Panel', description: 'Admin Panel', path: null })
}

export default function AdminLayout({ loaderData: { period, figures, hasMadeUp } }: Route.ComponentProps) {
  const pending = usePendingTab()
  const { pathname } = useLocation()
  return (
    <div className="adm">
      <div className="wrap">
        <div className="page-h">
          <h1>Admin Panel</h1>
          <PeriodMenu period={period} />
        </div>
        <StatCards figures={figures} />
        {hasMadeUp && <p className="made-up">Made-up demo orders are counted.</p>}
        <div className="panel">
          {pending && !isDialogOf(pending, pathname) ? (
            <SectionCard>
              <PendingWords pathname={pending} />
            </SectionCard>
          ) : (
            <Outlet />
          )}
        </div>
      </div>
    </div>
  )
}

/** Product dialogs have addresses of their own; the list stays visible below them while they load. */
function isDialogOf(to: string, from: string): boolean {
  const products = adminSectionUrl('products')
  return to.startsWith(products) && from.startsWith(products)
}

export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : null
  if (status === 403) return <AccessDenied />
  return status === 404 ? <Missing /> : <ErrorPage />
}
