import { Button } from '#ui/kit/button.tsx'
import type { DeliveryOptionsProps } from '#web/checkout/choose-option.tsx'
import type { Refusal } from '#web/forms/refusal.ts'

/** The address names another place than the chosen one: the buyer says once which it is, then places the order again. */
export function WhichPlace({ facts, choice, onChange }: Pick<Refusal, 'facts'> & Pick<DeliveryOptionsProps, 'choice' | 'onChange'>) {
  const { place_name, address_place: id, address_place_name: name } = facts as Record<'place_name' | 'address_place' | 'address_place_name', string>
  return (
    <div className="acts">
      <Button
        look={choice.place?.id === id ? 'ink' : 'ghost'}
        aria-pressed={choice.place?.id === id}
        onClick={() => onChange({ place: { id, name }, quote: null, option_id: null, address_place: '' })}
      >
        To {name}
      </Button>
      <Button
        look={choice.address_place === id ? 'ink' : 'ghost'}
        aria-pressed={choice.address_place === id}
        onClick={() => onChange({ address_place: id })}
      >
        To {place_name}
      </Button>
    </div>
  )
}
