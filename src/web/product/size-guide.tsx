import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#ui/kit/link.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { HelpText } from '#ui/shop/help-text.tsx'
import { helpUrl, sizeGuideUrl } from '#web/addresses.ts'
import { timeLimit } from '#web/browser/polyfills.ts'
import type { SizeGuideText } from '#web/product/size-guide-text.ts'

const page = helpUrl('size-guide')
/** Milliseconds; after that the help page is opened instead. */
const timeoutMs = 5_000

/**
 * Opens the size guide in a dialog, so that the page keeps the chosen size. Without scripts, in a new tab, or if its text does not load, it is a link to the
 * help page.
 */
export function SizeGuide() {
  const [guide, setGuide] = useState<SizeGuideText | null>(null)
  const [open, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const navigate = useNavigate()
  // The visitor may have left the page while the text was loading.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const show = async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isLoading) return
    setLoading(true)
    try {
      const text = guide ?? (await fetchGuide())
      setGuide(text)
      if (isMounted.current) setOpen(true)
    } catch {
      if (isMounted.current) void navigate(page)
    } finally {
      setLoading(false)
    }
  }

  return (
    <>
      <Link className="link" to={page} onClick={show} aria-haspopup="dialog" aria-busy={isLoading || undefined}>
        Size guide
      </Link>
      {guide && (
        <Dialog open={open} onClose={() => setOpen(false)} title={guide.title} closeLabel="Close size guide">
          <div className="size-guide">
            {guide.pieces.map(({ anchor, title, html }) => (
              <section key={anchor}>
                {title !== null && <h3>{title}</h3>}
                <HelpText html={html} />
              </section>
            ))}
            <p>
              <Link className="link" to={page}>
                More in Help
              </Link>
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}

async function fetchGuide(): Promise<SizeGuideText> {
  const answer = await fetch(sizeGuideUrl, { signal: timeLimit(timeoutMs) })
  if (!answer.ok) throw new Error(`The size guide answered ${answer.status}`)
  return (await answer.json()) as SizeGuideText
}
