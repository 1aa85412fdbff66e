import './fonts.css'
