import { NotFound } from '#web/error-page.tsx'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import type { Route } from './+types/not-found-page.ts'

export function loader() {
  return privatePage(null, 404)
}

export const headers = loaderHeaders

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Page Not Found', description: 'Page Not Found', path: location.pathname, unlisted: true })
}

export default function NotFoundPage() {
  return <NotFound />
}
