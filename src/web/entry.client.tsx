import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startLayers } from '#ui/kit/use-layer.ts'

startLayers()

// Once nothing of the page itself is waited for. While pages are being edited, nothing is kept.
if (import.meta.env.PROD) {
  const rest = () => setTimeout(keepOffline, 1_000)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest)
}

// The router gives up what it is still reading for a page that is being left, and leaves the rejection of the half-read answer unhandled. It is no error.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

/** A connection that broke before this much of it came keeps nothing. */
async function keepOffline() {
  await import('#web/offline/start.ts').then((offline) => offline.keepOffline()).catch(() => {})
}
