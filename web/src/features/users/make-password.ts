// Without signs that are taken for one another when they are read aloud or typed from paper.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** A password that nobody guesses, in groups that are easy to type: 79 bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: groupLength }, randomSign).join('')
  return Array.from({ length: groups }, group).join('-')
}

// Numbers beyond the last whole round of the signs are drawn again, or the first signs would come more often.
function randomSign(): string {
  const most = 256 - (256 % signs.length)
  const [number = most] = crypto.getRandomValues(new Uint8Array(1))
  return number < most ? signs.charAt(number % signs.length) : randomSign()
}
