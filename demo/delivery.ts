import type { DemoZone } from '#features/delivery/demo-zones.ts'

const id = (number: number) => `de110000-0000-4000-8000-00000000000${number}`
const hours = 'Mon to Sat, 9 to 6'
const cbd = 'https://www.openstreetmap.org/?mlat=-1.2841&mlon=36.8233#map=18/-1.2841/36.8233'

/** Towns beside Nairobi in the counties around it. */
const near = [
  ...['ongata-rongai', 'ngong', 'kiserian', 'kitengela'].map((town) => `kajiado/${town}`),
  ...['athi-river', 'mlolongo', 'syokimau'].map((town) => `machakos/${town}`),
]

/** The demo's zones: all four options, free in Nairobi, less around it than in far towns; elsewhere a parcel. */
export const demoZones: DemoZone[] = [
  {
    ...{ id: id(1), name: 'Nairobi', places: ['nairobi'] },
    options: [
      { kind: 'door', name: 'Boda rider', fee: 0, days_from: 1, days_to: 2 },
      { kind: 'pickup', name: 'Pick-up in the CBD', fee: 0, days_from: 1, days_to: 2, address: 'Kimathi Street 20, Nairobi', hours, map_url: cbd },
      { kind: 'collect', name: 'Collect at the shop', fee: 0, days_from: 1, days_to: 2, address: 'Ngong Road 88, Nairobi', hours },
    ],
  },
  {
    ...{ id: id(4), name: 'Around Nairobi', places: ['kiambu', ...near] },
    options: [{ kind: 'door', name: 'Boda rider', fee: 200, days_from: 1, days_to: 2 }],
  },
  {
    ...{ id: id(2), name: 'Mombasa, Kisumu and Nakuru', places: ['mombasa', 'kisumu', 'nakuru'] },
    options: [
      { kind: 'stage', name: 'Parcel to a stage', fee: 250, free_from: 10_000, days_from: 1, days_to: 2, courier: 'Easy Coach' },
      { kind: 'door', name: 'To the door', fee: 400, days_from: 2, days_to: 3 },
    ],
  },
  {
    ...{ id: id(3), name: 'Elsewhere in Kenya', places: ['kenya'] },
    options: [{ kind: 'stage', name: 'Parcel to a courier office', fee: 350, days_from: 2, days_to: 6, courier: 'G4S' }],
  },
]
