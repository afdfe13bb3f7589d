import { Steps } from '#ui/kit/steps.tsx'

const steps = ['Delivery', 'M-Pesa PIN', 'Done']

/** The way of an order. A `current` past the end means that all is done. */
export function CheckoutSteps({ current }: { current: number }) {
  return <Steps steps={steps} current={current} label="Your order" />
}
