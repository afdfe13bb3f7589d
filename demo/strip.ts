/** What the strip of the demo's home page shows from the start. `stem` is what the ad's picture is kept under, of the drawing of that name. */
export const demoAd = {
  title: 'Gold for the evening',
  description: 'Sandals you can dance in.',
  target_url: '/category/sandals',
  stem: 'ad-images/ads/1763700000000',
  drawing: 'lamu-dhahabu-pair',
}

export const demoPromotion = {
  title: 'School shoes are here',
  description: 'Sizes 30 to 38, from KSh 990.',
  content_url: '/category/unisex-shoes?size=34',
}
