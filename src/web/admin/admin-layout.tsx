import { isRouteErrorResponse, Outlet, useLocation, useMatches, useRouteError } from 'react-router'
import { readPeriod } from '#domain/figures.ts'
import { may, type UseCase } from '#domain/roles.ts'
import { countOpenWork } from '#features/orders/list-work.ts'
import { findMadeUp } from '#features/staff/made-up-history.ts'
import { countTroubles } from '#features/staff/monitoring/get-shop-status.ts'
import { getStoreFigures } from '#features/staff/store-figures.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/empty-state.tsx'
import { adminUrl, dashboardUrl, homeUrl } from '#web/addresses.ts'
import { panelMiddleware } from '#web/admin/admin-toasts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { Rail } from '#web/admin/rail.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { panelMeta, sectionAt, sections, useWaitingTitle } from '#web/admin/sections.ts'
import { usePolling } from '#web/admin/use-panel.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { PendingWords, usePendingTab } from '#web/layout/pending.tsx'
import { pageMeta } from '#web/public-page.ts'
import type { Route } from './+types/admin-layout.ts'
import './admin.css'
import './desk.css'

/** What every section shows, as far as the reader's role may see it: four figures for the range of days in the address, and what waits. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const period = readPeriod(args.url.searchParams)
  const mine = (useCase: UseCase) => may(ctx.actor, useCase)
  const read = Promise.all([
    mine('see_figures') ? getStoreFigures(ctx, period) : null,
    mine('ship_orders') ? countOpenWork(ctx) : null,
    mine('see_figures') ? findMadeUp(ctx) : null,
  ])
  // The page that says what cannot be read opens all the same, and counts what it shows.
  const isStatus = args.url.pathname.startsWith(adminSectionUrl('status'))
  const [[figures, counts, demoOrders], troubles] = await Promise.all([
    isStatus ? read.catch(() => [null, null, null] as const) : read,
    mine('see_status') ? countTroubles(ctx, isStatus ? 1_000 : undefined) : 0,
  ])
  return { role: ctx.actor.role, period, figures, counts, troubles, hasMadeUp: demoOrders?.hasOrders ?? false }
}

export const clientMiddleware = panelMiddleware

/** The title of the section, for its pages that have none of their own. */
export function meta({ matches, location, error }: Route.MetaArgs) {
  const section = sectionAt(location.pathname)
  if (section === null || error) return pageMeta(matches, { title: 'Admin Panel', description: 'Admin Panel', path: null })
  return panelMeta(matches, sections[section])
}

export default function AdminLayout({ loaderData: { role, counts, troubles } }: Route.ComponentProps) {
  const pending = usePendingTab()
  const { pathname } = useLocation()
  // An order that is open beside the list; not `:has(.pane)`, which browsers of the floor do not know.
  const hasPane = useMatches().some(({ id }) => id === 'admin/orders/admin-order-page')
  useWaitingTitle()
  return (
    <div className="workbench">
      <div className="admin-panel" data-pane={hasPane || undefined}>
        {pending && !isOnTop(pending, pathname) ? (
          <SectionCard>
            <PendingWords pathname={pending} />
          </SectionCard>
        ) : (
          <Outlet />
        )}
      </div>
      <Rail role={role} counts={counts} troubles={troubles} />
    </div>
  )
}

/** Product dialogs and orders have addresses of their own; the list stays visible below or beside them while they load. */
function isOnTop(to: string, from: string): boolean {
  return [adminSectionUrl('products'), adminSectionUrl('orders')].some((list) => to.startsWith(list) && from.startsWith(list))
}

export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : null
  // The Status page comes back by itself after an outage.
  usePolling(useLocation().pathname.startsWith(adminSectionUrl('status')) && status !== 403, 15_000)
  if (status === 403) return <AccessDenied works={isRouteErrorResponse(error) && error.data?.works === true} />
  return status === 404 ? <Missing /> : <ErrorPage />
}

/** The text of spec §2; who `works` in the shop opened another role's section. */
function AccessDenied({ works }: { works: boolean }) {
  return (
    <FullPageMessage title="Access Denied">
      <p>{works ? 'Your role does not open this section.' : "You don't have permission to access the admin panel"}</p>
      <nav className="acts" aria-label="More pages">
        {works ? <ButtonLink to={adminUrl}>Admin Panel</ButtonLink> : <ButtonLink to={homeUrl}>Home</ButtonLink>}
        <ButtonLink look="ghost" to={dashboardUrl}>
          Dashboard
        </ButtonLink>
      </nav>
    </FullPageMessage>
  )
}

/** The panel's 404 page, with a link back to the section's list. */
function Missing() {
  const name = sectionAt(useLocation().pathname)
  return (
    <FullPageMessage
      title={
        <>
          <span className="error-code">404</span> Page Not Found
        </>
      }
    >
      <p>The link may be old or cut short, or what it names was deleted.</p>
      <nav className="acts" aria-label="More pages">
        {name && <ButtonLink to={adminSectionUrl(name)}>{sections[name]}</ButtonLink>}
        <ButtonLink look="ghost" to={adminUrl}>
          Admin Panel
        </ButtonLink>
      </nav>
    </FullPageMessage>
  )
}
