import { useEffect, useState } from 'react'
import type { FoundPlace, QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { Field } from '#ui/kit/field.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { askDelivery } from '#web/session/delivery-place.tsx'
import './place-chooser.css'

interface PlaceChooserProps {
  open: boolean
  onClose: () => void
  onChoose: (place: QuotedPlace) => void
}

/** Where most orders go: one tap, without typing. */
const usualPlaces = [
  { id: 'nairobi', name: 'Nairobi' },
  { id: 'mombasa', name: 'Mombasa' },
  { id: 'kisumu/kisumu', name: 'Kisumu' },
  { id: 'nakuru/nakuru', name: 'Nakuru' },
  { id: 'uasin-gishu/eldoret', name: 'Eldoret' },
  { id: 'kiambu/thika', name: 'Thika' },
]
/** Milliseconds without a key before the shop is asked. */
const pauseMs = 200

/** A search for the place that an order goes to. Enter takes the first that is found. */
export function PlaceChooser({ open, onClose, onChoose }: PlaceChooserProps) {
  const [text, setText] = useState('')
  const { places, news } = usePlaces(text.trim())
  const choose = ({ id, name }: QuotedPlace) => {
    onChoose({ id, name })
    setText('')
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title="Where shall we deliver?" closeLabel="Close list of places">
      <div className="place-chooser">
        <Field
          label="Town, estate or stage"
          type="search"
          placeholder="Such as Kisumu, Karen or Naks"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It stands in the form of the checkout, which must not be sent.
            event.preventDefault()
            if (text.trim() && places[0]) choose(places[0])
          }}
        />
        <p role="status">{news}</p>
        <ul>
          {places.map((place) => (
            <li key={place.id}>
              <button type="button" onClick={() => choose(place)}>
                {place.name} {place.county && <small>{place.county}</small>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** The usual places until something is typed, then what is found; `news` is the outcome in words. */
function usePlaces(text: string): { places: (QuotedPlace & Partial<FoundPlace>)[]; news: string } {
  const [found, setFound] = useState<{ text: string; places: FoundPlace[] | null } | null>(null)
  useEffect(() => {
    if (!text) return
    return askDelivery<{ places: FoundPlace[] }>({ search: text }, pauseMs, (answer) => setFound({ text, places: answer?.places ?? null }))
  }, [text])
  if (!text) return { places: usualPlaces, news: '' }
  if (found?.text !== text) return { places: [], news: 'Searching...' }
  if (found.places === null) return { places: [], news: 'The places did not load. Check your connection.' }
  const { places } = found
  if (places.length === 0) return { places, news: 'We know no place of this name. Try the next town.' }
  return { places, news: places.length === 1 ? '1 place' : `${places.length} places` }
}
