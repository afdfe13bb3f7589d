const words = new Set(
  `habari mambo niaje jambo hujambo shikamoo salama asante sana tafadhali karibu samahani viatu kiatu raba ndala bei gani ngapi nini wapi lini vipi nani aje je ni na ya za
  la wa cha vya kwa kama lakini au ama nataka natafuta ninataka naomba nahitaji nipate nipe naweza mnaweza mnauza mnayo mna mko kuna iko ziko iliko hii hizi hiyo hivi yangu
  wangu vyangu yenu kulipa nilipe nalipa nimelipa lipa oda mzigo haijafika havijafika nyeusi nyeupe nyekundu kijani kahawia buluu kike kiume wanawake wanaume watoto mtoto
  rangi saizi hapa leo kesho pesa duka mahali punguza punguzo chini juu elfu mnaleta mtaleta mnatuma mnafika hadi mpaka nikipokea baadaye`.split(
    /\s+/,
  ),
)

/** Whether at least half of a text's words are common Kiswahili. */
export function isKiswahili(text: string): boolean {
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return said.length > 0 && said.filter((word) => words.has(word)).length * 2 >= said.length
}
