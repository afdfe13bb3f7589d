import { type CSSProperties, useEffect, useRef } from 'react'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import './wall-board.css'

/** The two background colours of a page's heading; on `butter`, which is yellow, the line is dark. */
export const walls = {
  sky: { up: '#d5e6ec', low: '#b3d0da' },
  mint: { up: '#d7e9dc', low: '#b2d3bb' },
  lilac: { up: '#e3ddf2', low: '#c6bae4' },
  blush: { up: '#f6dcd3', low: '#ecb9a7' },
  chalk: { up: '#eceae6', low: '#d5d1ca' },
  butter: { up: '#fbe8b0', low: '#f3cf74', line: 'var(--ink)' },
} satisfies Record<string, FullPageMessage>

interface FullPageMessage {
  up: string
  low: string
  line?: string
}

/** The colours of a top category by its place in the menu, the fourth's as the first's; pages without one are `chalk`. */
export function wallOf(place: number): FullPageMessage {
  return [walls.lilac, walls.mint, walls.blush][place % 3] ?? walls.chalk
}

interface WallBoardProps {
  wall: FullPageMessage
  trail: { to: string; label: string }[]
  here: string
  title: string
  route: { to: string; label: string }[]
  routeLabel: string
  current: string | undefined
  picture?: string | null
}

/** The heading of a list page: its title on a coloured background, with links to related pages. */
export function WallBoard({ wall, trail, here, title, route, routeLabel, current, picture }: WallBoardProps) {
  const paint = { '--up': wall.up, '--low': wall.low, '--on-wall': wall.line } as CSSProperties
  const line = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stop has become the current one
  useEffect(() => {
    const stop = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (line.current && stop) line.current.scrollLeft = stop.offsetLeft - line.current.offsetLeft - 16
  }, [current])
  return (
    <div className="wall-board" style={paint}>
      <div className={`container wall-board-inside${picture ? ' with-picture' : ''}`}>
        <Breadcrumb trail={trail} here={here} />
        <h1 className={title.length > 22 ? 'long-title' : undefined}>{title}</h1>
        {picture && <Picture src={picture} alt="" sizes="(min-width: 48rem) 240px, 120px" eager />}
        <nav className="wall-stops" aria-label={routeLabel} ref={line}>
          {route.map(({ to, label }) => (
            <Link key={to} to={to} prefetch="intent" aria-current={to === current ? (to.includes('#') ? 'location' : 'page') : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  )
}
