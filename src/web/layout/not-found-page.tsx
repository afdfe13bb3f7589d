import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { NotFound } from '#web/error-page.tsx'
import { pageMeta } from '#web/public-page.ts'
import type { Route } from './+types/not-found-page.ts'

export function loader() {
  return data(null, 404)
}

/** The panel's routes are unknown to the shop's documents: the server is asked for what the shop has no page for. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

/** Another address that the shop does not know is asked for too: this page stays where it leads to one. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Page Not Found', description: 'Page Not Found', path: location.pathname, unlisted: true })
}

export default function NotFoundPage() {
  return <NotFound />
}
