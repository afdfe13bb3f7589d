import { Link } from '#ui/kit/link.tsx'
import { homeUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'

/** The logo as a link to the home page. */
export function Logo() {
  return (
    <Link className="logo" to={homeUrl} aria-label={`${useShop().name}, home`}>
      <Sign />
    </Link>
  )
}

/** The logo without a link, hidden from screen readers. */
export function LogoImage() {
  return (
    <span className="logo" aria-hidden="true">
      <Sign />
    </span>
  )
}

/** The picture of the shop's own, or its name as the look writes it. */
function Sign() {
  const { name, logo } = useShop()
  if (logo) return <img src={logo.replace('.webp', '-400.webp')} alt="" />
  return (
    <>
      {name.toLowerCase()}
      <i />
    </>
  )
}
