import { Link } from 'react-router'
import { homeUrl } from '#web/addresses.ts'

/** The painted word and the stop at its end. */
export function Logo({ name }: { name: string }) {
  return (
    <Link className="logo" to={homeUrl} aria-label={`${name}, home`}>
      {name.toLowerCase()}
      <i />
    </Link>
  )
}

/** The same where it leads nowhere and needs no name. */
export function LogoWord({ name }: { name: string }) {
  return (
    <span className="logo" aria-hidden="true">
      {name.toLowerCase()}
      <i />
    </span>
  )
}
