/** An ad as its form writes it. Server only. */
export function adSent(sent: Record<string, string>): Record<string, unknown> {
  const { title = '', description = '', target_url = '', promotional_content_id = '', image_url = '' } = sent
  return {
    title,
    description: description || null,
    target_url,
    promotional_content_id: promotional_content_id || null,
    image_url: image_url || null,
    is_sponsored: sent.is_sponsored === 'on',
    is_active: sent.is_active === 'on',
  }
}
