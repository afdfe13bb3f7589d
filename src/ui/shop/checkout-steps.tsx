import { Steps } from '#ui/kit/steps.tsx'

const steps = ['Delivery', 'M-Pesa PIN', 'Done']

/** The progress of an order. `current` past the end means that all steps are done. */
export function CheckoutSteps({ current }: { current: number }) {
  return <Steps steps={steps} current={current} label="Your order" />
}
