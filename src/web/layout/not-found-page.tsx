import { NotFound } from '#web/error-page.tsx'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import type { Route } from './+types/not-found-page.ts'

export function loader() {
  return privatePage(null, 404)
}

export const headers = loaderHeaders

/** The panel's routes are unknown to the shop's documents: the server is asked for what the shop has no page for. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

export const shouldRevalidate = () => false

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Page Not Found', description: 'Page Not Found', path: location.pathname, unlisted: true })
}

export default function NotFoundPage() {
  return <NotFound />
}
