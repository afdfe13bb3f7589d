import { Icon } from '#ui/kit/icon.tsx'
import { useShop } from '#web/shop-facts.ts'

/** In the demo, a link to the e-mails, which are stored and not sent; null otherwise. */
export function DemoMailLink() {
  const { demo } = useShop()
  if (!demo?.outboxUrl) return null
  return (
    <a className="link demo-mail" href={demo.outboxUrl} target="_blank" rel="noopener">
      <Icon name="mail" small /> Read the demo e-mails
    </a>
  )
}
