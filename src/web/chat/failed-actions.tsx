import { Button } from '#ui/kit/button.tsx'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

/** Buttons below a failed answer: try again, or write on WhatsApp. */
export function FailedActions({ label, phone, onAct }: { label: string; phone: string; onAct: () => void }) {
  return (
    <p className="acts">
      <Button small onClick={onAct}>
        {label}
      </Button>
      <WhatsappLink look="ghost" small words="I have a question.">
        WhatsApp {phone}
      </WhatsappLink>
    </p>
  )
}
