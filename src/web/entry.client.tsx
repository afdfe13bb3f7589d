import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { closeTaps } from '#web/cart/taps.ts'

closeTaps(window)

// Once nothing of the page itself is waited for. While pages are being edited, nothing is kept.
if (import.meta.env.PROD) {
  const rest = () => setTimeout(keepOffline, 1_000)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest)
}

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
