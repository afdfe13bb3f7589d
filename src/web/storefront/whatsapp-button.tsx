import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import type { loader as productLoader } from '#web/storefront/product.tsx'

/** Opens a chat with a greeting that already names the shoe on the page. On phones it steps aside while people read on. */
export function WhatsAppButton({ shop }: { shop: ShopFacts }) {
  const product = useRouteLoaderData<typeof productLoader>('storefront/product')?.product
  const aside = useReadingOn()
  const greeting = product ? `Hello ${shop.name}, I am interested in the ${product.name}.` : `Hello ${shop.name}, I have a question about your shoes.`
  return (
    <aside className={aside ? 'help aside' : 'help'} aria-label="Help">
      <a className="wa" href={whatsappUrl(shop, greeting)} target="_blank" rel="noopener" aria-label="Chat with us on WhatsApp">
        <Icon name="whatsapp" />
      </a>
    </aside>
  )
}

/** True after scrolling down, false after scrolling up. */
function useReadingOn(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const scrolled = () => {
      const now = window.scrollY
      // A few pixels are a trembling thumb, not a direction.
      if (Math.abs(now - last) < 8) return
      setDown(now > last && now > 80)
      last = now
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => window.removeEventListener('scroll', scrolled)
  }, [])
  return down
}
