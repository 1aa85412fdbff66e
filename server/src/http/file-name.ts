/**
 * `Content-Disposition` for a name in any alphabet (RFC 6266, RFC 8187). `plain` is for clients that read
 * only Latin letters.
 */
export function disposition(how: 'inline' | 'attachment', name: string, plain = name): string {
  const latin = plain.replace(/[^\x20-\x7e]|["%\\]/g, '_')
  const escaped = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${latin}"; filename*=UTF-8''${escaped}`
}
