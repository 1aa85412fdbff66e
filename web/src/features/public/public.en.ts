export const publicEn = {
  back: 'To signing in',
  open: 'Open Artel',
  supportTitle: 'Help',
  supportLead:
    'Most things are settled by an admin of your company: they see the same tasks, hours and money as you.',
  supportEnterTitle: 'I cannot sign in',
  supportEnterText:
    'Check the email and the keyboard’s language. After five wrong passwords the next try is possible in 15 minutes; on a device where you have signed in before, at once. A new password is a link away: “Forgot?” on the sign-in page.',
  supportMailTitle: 'The mail does not come',
  supportMailText:
    'Look into the spam folder. Links are mailed three times an hour at most and only to the address that the company has for you. Ask an admin whether it is right.',
  supportMoneyTitle: 'Something is wrong with tasks, hours or money',
  supportMoneyText:
    'Every sum opens what it came from: the task, its time, the rate, who approved it. Show it to an admin; corrections are entries of their own, and nothing is erased.',
  supportPageTitle: 'The page is out of order',
  supportPageText:
    'Reload it. If it stays so, write down the number of the error and what you did, and pass both to whoever runs this installation.',
  termsTitle: 'Terms',
  termsLead:
    'Artel is a program that a company runs for itself or has somebody run for it. These terms say what holds for everybody; what you have agreed with your company comes before them.',
  termsWhoTitle: 'Who answers for what',
  termsWhoText:
    'Your company decides who works here, what tasks earn and when it pays. Whoever runs the installation answers for its work and its backups. The program’s authors see none of its data.',
  termsAccountTitle: 'Your account',
  termsAccountText:
    'It is yours alone: do not pass the password on, and sign out on shared devices. What is done under your account counts as done by you. If somebody else may know your password, change it at once.',
  termsUseTitle: 'Fair use',
  termsUseText:
    'Report work that was done and time that was worked. Do not look for ways past the limits of your account and do not hinder the work of others. Where that happens, the company may close the account.',
  termsCoinsTitle: 'Money and coins',
  termsCoinsText:
    'Sums of money here are a record; when and how they are paid is a matter between you and your company. Coins are the company’s own reward: they are spent in its shop and are no means of payment.',
  termsChangeTitle: 'Changes',
  termsChangeText:
    'The program grows, and with it these terms. The page always shows those that count on this installation now.',
  privacyTitle: 'Privacy',
  privacyLead:
    'What Artel knows about you stays on the server of this installation. The program sends nothing to its authors, shows no advertising and uses no foreign counters.',
  privacyWhatTitle: 'What is kept',
  privacyWhatText:
    'Name, email, and what else your company enters: phone, birthday, position, photo. What you do at work: tasks, hours, money, coins, orders. For security: devices, addresses and times of sign-ins.',
  privacyWhoTitle: 'Who sees it',
  privacyWhoText:
    'You see all that is yours. Admins and owners of your company see what they need to run it. Colleagues see your name, photo and status, and your place on the boards unless you hide from them. Other companies see nothing.',
  privacyCookiesTitle: 'Cookies',
  privacyCookiesText:
    'Three: the session, a token that protects it, and a mark of the device on which you have signed in. Language and looks of tables are kept in the browser. Nothing follows you beyond Artel.',
  privacyOutTitle: 'What leaves the server',
  privacyOutText:
    'Mails, and what your company has switched on: notifications through your browser’s push service, sync with its stock-keeping and marketplaces. Passwords are kept only as hashes that cannot be turned back.',
  privacyRightsTitle: 'Your rights',
  privacyRightsText:
    'Ask your company to show, correct or delete what it keeps about you. Entries about money stay as long as the law asks the company to keep them.',
}
