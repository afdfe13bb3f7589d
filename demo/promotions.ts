export interface DemoPromotion {
  id: string
  title: string
  description: string
  createdAt: string
}

/** What the strip of the home page says at first: true of every Viatu, until the merchant has something of their own to say. */
export const demoPromotions: DemoPromotion[] = [
  {
    id: '7d0f5a3e-2c41-4b7a-9a63-0a4f1c2be5d1',
    title: 'Pay by M-Pesa, no account needed',
    description: 'Your size, your number, your PIN. That is all.',
    createdAt: '2026-11-02T06:00:00.000Z',
  },
  {
    id: 'b8e1c9d4-6f35-4f0e-8d27-5e9b3a7c1f42',
    title: 'Earn 10% of the orders you bring',
    description: 'Join in your dashboard and share your link.',
    createdAt: '2026-11-01T06:00:00.000Z',
  },
]
