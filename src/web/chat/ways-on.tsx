import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'

/** Below what failed: once more, or a person. */
export function WaysOn({ shop, label, onAct }: { shop: ShopFacts; label: string; onAct: () => void }) {
  return (
    <p className="acts">
      <Button small onClick={onAct}>
        {label}
      </Button>
      <a
        className={buttonClass({ look: 'ghost', small: true })}
        href={whatsappUrl(shop, `Hello ${shop.name}, I have a question.`)}
        target="_blank"
        rel="noopener"
      >
        <Icon name="whatsapp" small /> WhatsApp {shop.phone}
      </a>
    </p>
  )
}
