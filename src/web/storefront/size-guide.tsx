import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Dialog } from '#ui/kit/modal.tsx'
import { helpUrl, sizeGuideUrl } from '#web/addresses.ts'
import { HelpText } from '#web/help/help-text.tsx'
import type { SizeGuideText } from '#web/storefront/size-guide-text.ts'

const page = helpUrl('size-guide')
/** Milliseconds; then the help page takes its place. */
const patience = 5_000

/** Opens over the page, which keeps what was chosen. Without scripts, in a new tab, and where its text does not come, it is the help page's. */
export function SizeGuide() {
  const [guide, setGuide] = useState<SizeGuideText | null>(null)
  const [open, setOpen] = useState(false)
  const [isComing, setComing] = useState(false)
  const navigate = useNavigate()
  // It must not open over another page that the visitor has gone on to meanwhile.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const show = async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isComing) return
    setComing(true)
    try {
      const found = guide ?? (await read())
      setGuide(found)
      if (isHere.current) setOpen(true)
    } catch {
      if (isHere.current) void navigate(page)
    } finally {
      setComing(false)
    }
  }

  return (
    <>
      <Link className="lnk" to={page} onClick={show} aria-haspopup="dialog" aria-busy={isComing || undefined}>
        Size guide
      </Link>
      {guide && (
        <Dialog open={open} onClose={() => setOpen(false)} title={guide.title} closeLabel="Close size guide">
          <div className="guide">
            {guide.pieces.map(({ anchor, title, html }) => (
              <section key={anchor}>
                {title !== null && <h3>{title}</h3>}
                <HelpText html={html} />
              </section>
            ))}
            <p>
              <Link className="lnk" to={page}>
                More in Help
              </Link>
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}

async function read(): Promise<SizeGuideText> {
  const answer = await fetch(sizeGuideUrl, { signal: AbortSignal.timeout(patience) })
  if (!answer.ok) throw new Error(`The size guide answered ${answer.status}`)
  return (await answer.json()) as SizeGuideText
}
