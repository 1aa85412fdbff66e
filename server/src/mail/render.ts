import type { Mail } from './mail.ts'

/**
 * Renders a mail as plain text and as HTML with the same content. `address` is the base URL without a final
 * `/`.
 */
export function renderMail(mail: Mail, address: string): { text: string; html: string } {
  const link = mail.action && { label: mail.action.label, url: address + mail.action.path }
  const text = [...mail.paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), address]
  return { text: `${text.join('\n\n')}\n`, html: renderHtml(mail, link, address) }
}

type Link = { label: string; url: string }

// Inline styles, because most mail programs support no others.
const paragraphStyle = 'margin:0 0 16px;font:15px/22px sans-serif;color:#1e1b17'
const buttonStyle =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#005d5b;color:#ffffff;text-decoration:none'
const smallStyle = 'margin:24px 0 0;font:13px/18px sans-serif;color:#79746b'

function renderHtml(
  { language, subject, paragraphs }: Mail,
  link: Link | undefined,
  address: string,
): string {
  const parts = [
    ...paragraphs.map((paragraph) => `<p style="${paragraphStyle}">${escapeHtml(paragraph)}</p>`),
    ...(link ? [renderLink(link)] : []),
    `<p style="${smallStyle}">${escapeHtml(address)}</p>`,
  ]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="max-width:560px;margin:24px auto;padding:0 16px">${parts.join('')}</body></html>`,
  ].join('')
}

const renderLink = ({ label, url }: Link) =>
  `<p style="${paragraphStyle}"><a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(label)}</a></p>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
