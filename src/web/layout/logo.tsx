import { Link } from '#ui/kit/link.tsx'
import { homeUrl } from '#web/addresses.ts'

/** The logo as a link to the home page. */
export function Logo({ name }: { name: string }) {
  return (
    <Link className="logo" to={homeUrl} aria-label={`${name}, home`}>
      {name.toLowerCase()}
      <i />
    </Link>
  )
}

/** The logo without a link, hidden from screen readers. */
export function LogoImage({ name }: { name: string }) {
  return (
    <span className="logo" aria-hidden="true">
      {name.toLowerCase()}
      <i />
    </span>
  )
}
