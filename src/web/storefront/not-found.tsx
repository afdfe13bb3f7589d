import { NotFound } from '#web/error-page.tsx'
import { loaderHeaders, privatePage } from '#web/page.ts'

export function loader() {
  return privatePage(null, 404)
}

export const headers = loaderHeaders

export default function NotFoundPage() {
  return <NotFound />
}
