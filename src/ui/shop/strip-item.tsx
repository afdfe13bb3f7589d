import { type ReactNode, useState } from 'react'
import type { Media } from '#domain/promotion.ts'
import { Button } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'

interface StripItemProps {
  title: string
  text: string | null
  /** Without any, the title is set as type on a wall. */
  media: Media | null
  /** Where it leads, if anywhere: another site. */
  href: string | null
  /** Of a network: covered until a visitor says that they are one (spec §2, Ad display). */
  isSponsored?: boolean
  /** For the shop's own people: nothing is covered. */
  isBare?: boolean
}

/** One ad or promotion as the strip of the home page shows it: the whole of it is the link. */
export function StripItem({ title, text, media, href, isSponsored = false, isBare = false }: StripItemProps) {
  const [isOpen, setOpen] = useState(false)
  const isCovered = isSponsored && !isBare && !isOpen
  return (
    <div className={media ? 'strip-i' : 'strip-i strip-wall'}>
      <div className="strip-in" inert={isCovered}>
        {media && <StripMedia media={media} key={media.src} />}
        <Way href={href}>
          <b>{title}</b>
          {text && <p>{text}</p>}
        </Way>
        <span className="tag">{isSponsored ? 'Sponsored' : 'Promotion'}</span>
      </div>
      {isCovered && (
        <div className="strip-veil">
          <Button look="line" small onClick={() => setOpen(true)}>
            Verify I'm Human
          </Button>
        </div>
      )}
    </div>
  )
}

function Way({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <div className="strip-t">{children}</div>
  return (
    <a className="strip-t" href={href} target="_blank" rel="noopener noreferrer nofollow sponsored">
      {children}
      <span className="sr"> (opens another site)</span>
    </a>
  )
}

/** A video that the browser cannot play leaves its poster, or its title alone (decisions, Catalogue). */
function StripMedia({ media }: { media: Media }) {
  const [isBroken, setBroken] = useState(false)
  if (media.kind === 'image') return <Picture src={media.src} alt="" sizes="120px" draggable={false} />
  if (!isBroken)
    return <video src={media.src} poster={media.poster ?? undefined} muted playsInline preload="metadata" onError={() => setBroken(true)} />
  return media.poster === null ? null : <Picture src={media.poster} alt="" sizes="120px" draggable={false} />
}
